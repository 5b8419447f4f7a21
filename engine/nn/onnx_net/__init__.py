"""Networks in ONNX Runtime: model graphs, layers, inference."""
