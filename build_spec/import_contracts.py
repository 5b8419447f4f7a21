"""An import-linter contract over module *names*, beyond its built-in types.

The built-in types take whole modules that must exist. A rule such as "the window
imports no ``kernels*`` module" needs a pattern, and has to hold for modules that
are written later.
"""

from __future__ import annotations

import re

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class ImportsContract(Contract):
    """No module that matches ``importers`` imports one that matches ``never_import``.

    Both are regular expressions, matched from the start of the full module name.
    Only direct imports count, those inside functions included.
    """

    importers = fields.StringField()
    never_import = fields.StringField()

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Collect every import that breaks the contract."""
        importers = re.compile(str(self.importers))
        never_import = re.compile(str(self.never_import))
        broken = [
            (importer, imported)
            for importer in sorted(filter(importers.match, graph.modules))
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if never_import.match(imported)
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print one line for each forbidden import."""
        for importer, imported in check.metadata["broken"]:
            output.print_error(f"{importer} must not import {imported}", bold=False)
