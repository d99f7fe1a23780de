"""Statistics of agreement between people and judges: arrays in, frozen results out."""
