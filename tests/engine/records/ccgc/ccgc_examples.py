"""The example records that several modules of tests read."""

GOMOKU = (
    "{[C5][甲队 B][乙队 W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];"
    "B(J,10);W(L,10);B(J,11)}"
)
HEX = "{[HEX][甲队 R][乙队 B][先手胜][2023.07.29 14:00 合肥][2023 CCGC];R(A,1);B(B,2)}"
