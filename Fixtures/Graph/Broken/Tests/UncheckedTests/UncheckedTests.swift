// The plugin writes the tests.
