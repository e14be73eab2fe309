// The text of hands_player.html, which the build makes an array of; "@DATA@" in it is for the run.

#ifndef SAMPLES_HANDS_PLAYER_H
#define SAMPLES_HANDS_PLAYER_H

extern const char hands_player[];

#endif
