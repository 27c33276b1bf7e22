/** Renders columns of text, as markdown or padded for a terminal. The first column is aligned left, the others right. */
export function renderTable(headings: string[], rows: string[][], markdown: boolean): string {
  return markdown ? asMarkdown(headings, rows) : asText(headings, rows);
}

function asMarkdown(headings: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = line(headings.map((_, column) => (column === 0 ? '---' : '---:')));
  return `${[line(headings), rule, ...rows.map(line)].join('\n')}\n`;
}

function asText(headings: string[], rows: string[][]): string {
  const all = headings.every((heading) => heading === '') ? rows : [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return `${all.map(line).join('\n')}\n`;
}
