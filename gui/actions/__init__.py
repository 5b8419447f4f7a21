"""The actions of the window: names, texts, icons, shortcuts; no behaviour."""
