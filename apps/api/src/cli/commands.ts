export type Command = 'new' | 'focus' | 'why' | 'quit' | 'help' | 'verbose';

const commands: Record<string, Command> = {
  '/new': 'new',
  '/focus': 'focus',
  '/why': 'why',
  '/quit': 'quit',
  '/exit': 'quit',
  '/help': 'help',
  '/verbose': 'verbose',
};

export const commandHelp = `/new      begin a new session; what the last one taught is kept
/focus    what you have been working on; edit it in the workspace's memory/RECENT_FOCUS.md
/why      what was recalled for your last message and left out, and why (of any turn: pnpm memory why)
/verbose  also show what was recalled and left out, and what the model thinks
/help     this list
/quit     leave (Ctrl-D too)
Ctrl-C cancels the reply that is under way; a second time, or with nothing under way, it quits.
A line that ends with \\ goes on in the next one. A paste of several lines is one message.`;

/** What a typed line asks of the client; null for a message. A single unknown word behind a slash is `unknown`. */
export function parseCommand(line: string): Command | 'unknown' | null {
  const word = line.trim().toLowerCase();
  if (Object.hasOwn(commands, word)) return commands[word] ?? null;
  return /^\/[a-z]+$/.test(word) ? 'unknown' : null;
}
