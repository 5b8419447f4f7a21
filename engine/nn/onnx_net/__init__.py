"""Networks by ONNX Runtime: models as graphs, inference."""
