/** The lines of the last section with this name in a prompt: the user's files, which may quote such a section, come earlier. */
export function sectionOf(prompt: string, heading: string | RegExp): string[] {
  const lines = prompt.split('\n');
  const start = lines.findLastIndex((line) =>
    typeof heading === 'string' ? line.startsWith(`## ${heading}`) : heading.test(line),
  );
  if (start === -1) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^##? /.test(line));
  return rest.slice(0, end === -1 ? rest.length : end);
}

export const bulletsOf = (prompt: string, heading: string | RegExp): string[] =>
  sectionOf(prompt, heading).filter((line) => line.startsWith('- '));

/** The user's own file may have a section "Project setup". */
export const projectHeading = /^## Project .+ \(notes/u;
export const standingHeading = 'About the user and how to work';
