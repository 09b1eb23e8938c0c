import ArgumentParser
import Web

print("")
