public import Hummingbird
public import Mustache
