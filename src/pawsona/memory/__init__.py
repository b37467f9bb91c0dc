"""Memory: collect, retain, recall, and where everything came from (iPET sec. 2.2).

`turns` indexes what the person says at once; `collect` makes memories of an ended session; `retain` dates them;
`recall` finds both; `provenance`, `edit` and `forget` keep them honest, correctable and mortal.
"""
