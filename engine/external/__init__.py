"""External programs as searchers, by the Gomocup protocol and HTP."""
