"""Value network of the alpha-beta search, kept up to date stone by stone."""
