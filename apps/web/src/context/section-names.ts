import { count } from '../parts/figures.ts';

const names: Record<string, string> = {
  tools: 'Tools',
  files: 'Your files',
  agent: 'The agent',
  memory_behaviour: 'How memory is used',
  situation: 'Date and workspace',
  standing: 'About you and how to work',
  project: 'Plan, tasks, decisions',
  state: 'State of the session',
  pinned_memories: 'Pinned memories',
  related_sessions: 'Earlier sessions',
  focus: 'Recent focus',
  signals: 'Quality of the memories',
  memories: 'Recalled memories and messages',
  documents: 'Documents',
  shared: 'Shared by agents',
  saved: 'Just remembered',
  refused: 'Not remembered',
  pinned_messages: 'Pinned messages',
  summary: 'Summary of earlier messages',
  history: 'Conversation',
  user_message: 'The message',
  steps: 'Steps of the agent',
};

/** The name of a section for people. */
export const sectionName = (type: string): string =>
  names[type] ?? type.replace(/^source\//, '').replaceAll('_', ' ');

const instructions = ['tools', 'files', 'agent', 'memory_behaviour', 'situation'];
const conversation = ['pinned_messages', 'summary', 'history', 'user_message', 'steps'];

/** The colour of a section, the same in the bar and in the list: one hue each for instructions, what is remembered, and the conversation. */
export function sectionColour(type: string, index: number): string {
  const [hue, strength] = instructions.includes(type)
    ? [225, 12]
    : conversation.includes(type)
      ? [28, 60]
      : [228, 58];
  // neighbours differ in lightness
  return `hsl(${hue} ${strength}% ${[50, 62, 74][index % 3]}%)`;
}

export const tokens = (number: number): string => count(number, 'token');
