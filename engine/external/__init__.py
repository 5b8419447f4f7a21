"""Programs of others as searchers, by the Gomocup protocol and by HTP."""
