/**
 * The bullet lines of a section of the system prompt (`## Relevant Memories`), without their dashes. The last
 * section of that name counts: files of the user, which may quote one, stand above.
 */
export function promptBullets(systemPrompt: string, heading: string): string[] {
  const lines = systemPrompt.split('\n');
  const start = lines.findLastIndex((line) => line.startsWith(`## ${heading}`));
  if (start === -1) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^##? /.test(line));
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
}
