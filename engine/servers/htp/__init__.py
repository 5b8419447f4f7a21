"""Server of HTP, the Hex text protocol."""
