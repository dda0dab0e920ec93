"""The rules of each language; `finding` is the list of them."""
