/** A board as a table of words, for those who go over it cell by cell and do not see it. */

export interface Reading {
  columns: readonly string[];
  rows: readonly { name: string; cells: readonly string[] }[];
}

/** Read a board from its top left; `tell` says what is in a cell. */
export function readCells(columns: readonly string[], rows: readonly string[], tell: (column: string, row: string) => string): Reading {
  return { columns, rows: rows.map((name) => ({ name, cells: columns.map((column) => tell(column, name)) })) };
}
