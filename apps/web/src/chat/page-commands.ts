import type { Chat } from '@devai/react';

type Command = {
  name: string;
  words: string | null;
};

const recalled = 'What was recalled for a message stands below it: choose it to see why.';
const sessions = 'The list of sessions beside the conversation opens, searches, names and deletes them.';
const choices = 'Context shows what the next request holds: pin it there, or leave it out.';
const asking = 'Below the last turn are the links to ask again, and to edit the question and send it anew.';
const approvals = 'An agent that waits for you shows its buttons at the end of the conversation.';

/** What the page has instead of a command of the terminal. */
const instead: Record<string, string> = {
  '/why': recalled,
  '/verbose': recalled,
  '/sessions': sessions,
  '/name': sessions,
  '/context': 'Context, above, shows what the models were sent.',
  '/focus': 'Focus, above, shows your recent topics.',
  '/forget': 'Memory, above, shows what is remembered: open a memory to forget it.',
  '/memory': 'Memory, above, shows what is remembered.',
  '/remember': 'Write "remember this:" and what, or select a sentence of the conversation.',
  '/retry': asking,
  '/edit': asking,
  '/copy': 'Each message has a button that copies it.',
  '/export': 'The menu at the top right of the conversation exports it.',
  '/model': 'The state at the top right of the page shows the model, and connects another.',
  '/cost': 'Tokens and cost stand below each answer; Jobs and cost, above, adds them up.',
  '/pin': choices,
  '/unpin': choices,
  '/exclude': choices,
  '/include': choices,
  '/yes': approvals,
  '/always': approvals,
  '/no': approvals,
  '/quit': 'Close the page to leave: what you said is kept.',
  '/exit': 'Close the page to leave: what you said is kept.',
  '/help': `/new begins a new chat, and /new temporary one of which nothing is kept. ${recalled} Memory, Context and Focus are above. The other commands are those of the terminal.`,
};

/** Runs a command that was typed. Returns what to tell the user: null after a command that shows by itself what it did. */
export function runCommand({ name, words }: Command, { newChat }: Pick<Chat, 'newChat'>): string | null {
  if (name === '/new' && (words === null || words === 'temporary')) {
    newChat({ isTemporary: words !== null });
    return null;
  }
  const hint = instead[name];
  if (hint !== undefined) return hint;
  return `The page has no command ${name}, so nothing was sent. To send it as a message, begin with another word; /help says what there is.`;
}
