/** What people type in this repository, and what they type where the packages are installed. */
const commands: [here: RegExp, installed: string][] = [
  [/(?:npx --yes )?pnpm (?:--silent )?(chat|memory|mcp)\b/g, 'npx devai $1'],
  [/(?:npx --yes )?pnpm start\b/g, 'npx devai-server'],
  [/(?:npx --yes )?pnpm (?:--silent )?db (migrate|status|script)\b/g, 'npx devai-memory $1'],
  // what is optional and missing there
  [/npx --yes pnpm install(?=" brings what is missing)/g, 'npm install @devai/embedder-local'],
];

/** Names the commands in the messages and pages of a package as its users can run them. */
export const withPublishedCommands = (text: string): string =>
  commands.reduce((changed, [here, installed]) => changed.replaceAll(here, installed), text);
