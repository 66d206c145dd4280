package chart

// Style is the CSS of charts, for a page that holds some: ink on paper, the interval
// in the only color. What a series is does not depend on color: lines have patterns,
// and their names stand beside them.
const Style = `.kc{--kc-page:#fbf9f4;--kc-ink:#1d1b17;--kc-ink2:#57524a;--kc-ink3:#706a5f;--kc-rule:#e0dacd;--kc-bar:#c9c1b1;--kc-rim:#8d8678;--kc-accent:#b3341b;` +
	`font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Hiragino Sans","Microsoft YaHei","Noto Sans CJK JP",sans-serif;font-variant-numeric:tabular-nums lining-nums;max-width:100%;height:auto}
@media(prefers-color-scheme:dark){.kc{--kc-page:#181714;--kc-ink:#ece8de;--kc-ink2:#b8b2a5;--kc-ink3:#9b9487;--kc-rule:#2f2c27;--kc-bar:#4a463e;--kc-rim:#837c6f;--kc-accent:#ff8f70}}
@media print{.kc{--kc-page:#fff;--kc-ink:#000;--kc-ink2:#333;--kc-ink3:#555;--kc-rule:#ddd;--kc-bar:#d4d4d4;--kc-rim:#666;--kc-accent:#000}}
.kc text{fill:var(--kc-ink);font-size:12.5px}
.kc .kc-title{font-family:"Iowan Old Style",Charter,"Source Serif 4","Noto Serif",Georgia,"Hiragino Mincho ProN",SimSun,"Noto Serif CJK JP",serif;font-size:15px;font-weight:600}
.kc .kc-tick,.kc .kc-head{fill:var(--kc-ink3);font-size:12px}
.kc .kc-number{fill:var(--kc-ink2)}
.kc-page{fill:var(--kc-page)}
.kc-grid{stroke:var(--kc-rule);fill:none}
.kc-axis{stroke:var(--kc-rim);fill:none}
.kc-bar{fill:var(--kc-bar);stroke:var(--kc-rim)}
.kc-whisker{stroke:var(--kc-accent);stroke-width:1.5;fill:none}
.kc-line{stroke:var(--kc-ink);stroke-width:1.7;stroke-linejoin:round;fill:none}
.kc-dot{fill:var(--kc-ink)}
.kc-band{fill:var(--kc-ink);fill-opacity:.11}
.kc-alone .kc-band{fill:var(--kc-accent);fill-opacity:.2}
.kc-s1{stroke-dasharray:7 4}
.kc-s2{stroke-dasharray:2 3}
.kc-s3{stroke-dasharray:10 3 2 3}
.kc-s4{stroke-width:3;stroke-opacity:.55}
.kc-s5{stroke-width:3;stroke-opacity:.55;stroke-dasharray:3 3}
.kc-cell{fill:var(--kc-ink)}
`
