import type { PostedMessage } from '../sessions/posted-conversation.ts';
import type { Category } from '../types.ts';

/** What can be imported. `instructions`: CLAUDE.md and AGENTS.md; `markdown`: the memory folders of Claude and OpenClaw. */
export const importForms = [
  'mem0',
  'langgraph',
  'letta',
  'chatgpt',
  'chatgpt-memories',
  'instructions',
  'markdown',
] as const;
export type ImportForm = (typeof importForms)[number];

/** Where something is in what is imported: `place` is an entry or a line of the file `path`. */
export type Origin = { path: string; place: string };

/** One memory of the other product, as it is written there. */
export type Statement = Origin & {
  form: ImportForm;
  text: string;
  /** Its id there. */
  id: string | null;
  /** Whose it is there, if that is said. */
  owner: string | null;
  saidAt: Date | null;
  category?: Category | undefined;
  /** What it is called there: one of them may be a category that the host declares. */
  named?: string[] | undefined;
  /** Absent: its words decide whether it is about the user. */
  about?: 'user' | 'project' | undefined;
  tags: string[];
  title?: string | undefined;
  /** What else the product says of it. */
  details?: unknown;
};

export type Conversation = Origin & {
  form: ImportForm;
  id: string;
  title: string | null;
  messages: PostedMessage[];
};

/** What a file holds: memories, conversations, what cannot be imported, and files or parts that are none of these. */
export type Found =
  | ({ kind: 'statement' } & Statement)
  | ({ kind: 'conversation' } & Conversation)
  | ({ kind: 'refused'; reason: string } & Origin)
  | ({ kind: 'left_out'; reason: string } & Origin);

/** A part of a file's text; parts of one file follow each other. */
export type FilePart = { path: string; text: string };
