# Writes a text file as the bytes of a C array that ends in 0: cmake -D IN=... -D OUT=... -D NAME=... -P page_bytes.cmake
file(READ ${IN} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f])" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE ${OUT} "// Made from ${NAME}.\nextern const char tool_built_page[];\nconst char tool_built_page[] = {\n${bytes}0};\n")
