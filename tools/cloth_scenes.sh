#!/bin/sh
# cloth_scenes.sh CLOTH FOLDER: writes the scenes that are single steps of the sample `cloth`.
set -eu

"$1" fall --size 17 --rate 25 --steps 21 --free "$2/cloth-fall.json"
"$1" twist --size 15 --rate 60 --steps 124 --free "$2/twist.json"
"$1" squeeze --size 15 --rate 60 --steps 75 --scene "$2/squeeze.json"
