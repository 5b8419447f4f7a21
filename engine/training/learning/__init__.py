"""From games to weights: samples, batches, optimiser steps."""
