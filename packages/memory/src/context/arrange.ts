import type { ChatMessage, ContextMessage } from '../ports.ts';
import type { ContextProfile } from './profile.ts';
import { messageSections, type MessageRun } from './split-conversation.ts';

/** The messages of a request. Never separates a tool call from its result. Pure. */
export function arrange(
  profile: ContextProfile,
  texts: { zone: string; text: string }[],
  runs: MessageRun[],
  messageOf: (one: ContextMessage) => ChatMessage,
): ChatMessage[] {
  const system = (zone: 'stable' | 'volatile'): string =>
    texts
      .filter((one) => one.zone === zone && one.text !== '')
      .map(({ text }) => text)
      .join('\n\n');
  const messagesIn = (zone: 'history' | 'turn'): ChatMessage[] =>
    runs
      .filter(({ section }) => messageSections[section].zone === zone)
      .flatMap((run) => run.messages.map(messageOf));
  const asMessage = (content: string): ChatMessage[] => (content === '' ? [] : [{ role: 'system', content }]);
  const [stable, volatile] = [system('stable'), system('volatile')];
  return profile.volatile === 'system'
    ? [
        ...asMessage([stable, volatile].filter((text) => text !== '').join('\n\n')),
        ...messagesIn('history'),
        ...messagesIn('turn'),
      ]
    : [...asMessage(stable), ...messagesIn('history'), ...asMessage(volatile), ...messagesIn('turn')];
}
