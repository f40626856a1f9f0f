"""Tests of the engine: rules, deals, records and the contract every game keeps."""
