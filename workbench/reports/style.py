"""The style of HTML reports: light and dark, readable without colour, printable."""

STYLE = """
:root{color-scheme:light dark;--fg:#1b1f24;--bg:#fff;--quiet:#57606a;--line:#d0d7de;--soft:#f3f5f7;
--accent:#0b66c3;--pass:#117a4b;--fail:#b3261e;--error:#8a5a00;--mark:#fff3c4}
@media (prefers-color-scheme:dark){:root{--fg:#e6e9ec;--bg:#14171a;--quiet:#9aa4ae;--line:#3a424a;
--soft:#1f2429;--accent:#6db3f2;--pass:#57c48f;--fail:#ff8a80;--error:#e3b341;--mark:#4d4215}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);max-width:1100px;
margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{margin-top:2rem;border-bottom:1px solid var(--line);font-size:1.2rem}
table{border-collapse:collapse;margin:.5rem 0;display:block;overflow-x:auto}
th,td{border:1px solid var(--line);padding:.3rem .6rem;text-align:left;vertical-align:top}
th{background:var(--soft)}.stamp td{overflow-wrap:anywhere}.quiet{color:var(--quiet)}
.badge{padding:.1rem .6rem;border-radius:.3rem;border:2px solid currentColor}
.badge.pass,.case.pass .verdict{color:var(--pass)}.badge.fail,.case.fail .verdict{color:var(--fail)}
.badge.error,.badge.inconclusive,.case.error .verdict{color:var(--error)}
.case{border:1px solid var(--line);border-radius:.3rem;margin:.4rem 0;padding:.3rem .8rem}
summary{cursor:pointer}.name{font-weight:600;overflow-wrap:anywhere}.trouble{color:var(--fail)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.2rem 0;
font:13px/1.45 ui-monospace,monospace;unicode-bidi:plaintext}
.turn{border-left:4px solid var(--line);padding:.2rem .8rem;margin:.5rem 0}
.turn.assistant{border-left-style:double;border-left-width:6px;border-left-color:var(--accent)}
.turn.tool,.turn.system{background:var(--soft)}
.turn.marked{outline:2px solid var(--error);background:var(--mark)}
.who{margin:0;color:var(--quiet);font-size:.85rem}.mark{margin:.1rem 0;font-weight:600}
.axis{stroke:var(--quiet)}.bar{fill:var(--accent);opacity:.55}
.dot{fill:var(--accent);stroke:var(--bg);stroke-width:2}
.count{fill:var(--fg);font-size:11px;text-anchor:middle}.shares{max-width:100%}
.part{stroke:var(--bg)}.part.pass{fill:var(--pass)}.part.fail{fill:var(--fail)}
.part.error{fill:var(--error)}
@media print{details{break-inside:avoid}}
"""
