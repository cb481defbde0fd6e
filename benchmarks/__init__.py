"""What gradients cost: `python -m benchmarks` measures, prints a table and writes it as JSON.

Every figure is a ratio to the function itself, measured in the same process and in turns with it, so that
it says the same on a fast and on a slow machine.

    programs      what is differentiated          handwritten   the gradients a person would write
    timing        how times are taken             rows          what one measurement is
    chain, network, costs                         the three sections, each run in a process of its own
    targets       what has to hold                report        the table
"""
