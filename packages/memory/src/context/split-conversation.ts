import type { ContextMessage } from '../ports.ts';
import { groupMessages } from '../transcript/group-messages.ts';
import type { Section } from './section.ts';

/** The sections that are made of messages, with their priorities. */
export const messageSections = {
  pinned_messages: { priority: 3, zone: 'history' },
  summary: { priority: 6, zone: 'history' },
  history: { priority: 5, zone: 'history' },
  user_message: { priority: 2, zone: 'turn' },
  steps: { priority: 2, zone: 'turn' },
} as const satisfies Record<string, { priority: Section['priority']; zone: 'history' | 'turn' }>;
export type MessageSection = keyof typeof messageSections;

/** Messages that are in or out together: a tool call with its results. `at`: the index of the first. */
export type MessageRun = { section: MessageSection; at: number; messages: ContextMessage[]; tokens: number };

/** Splits a conversation into the sections of a context, in order. The turn begins with the last message of the user. */
export function splitConversation(conversation: readonly ContextMessage[]): MessageRun[] {
  const question = conversation.findLastIndex((one) => one.message.role === 'user' && !isSummary(one));
  return groupMessages(conversation).map(({ start, end, tokens }) => {
    const messages = conversation.slice(start, end);
    return { section: sectionOf(messages, start, question), at: start, messages, tokens };
  });
}

function sectionOf(messages: ContextMessage[], start: number, question: number): MessageSection {
  if (question !== -1 && start >= question) return start === question ? 'user_message' : 'steps';
  if (messages.every(isSummary)) return 'summary';
  return messages.some(({ pinned }) => pinned) ? 'pinned_messages' : 'history';
}

/** A message of the host in place of earlier ones, which is not stored as a message of the session. */
const isSummary = ({ message, number, stored }: ContextMessage): boolean =>
  message.role === 'user' && number === null && stored === undefined;
