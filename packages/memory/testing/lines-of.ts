/** All lines of an export, as they are read from a file. */
export async function linesOf<Line>(lines: AsyncIterable<Line>): Promise<Line[]> {
  const all: Line[] = [];
  for await (const line of lines) all.push(JSON.parse(JSON.stringify(line)));
  return all;
}
