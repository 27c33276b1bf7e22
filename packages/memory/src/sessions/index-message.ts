import { contentHash } from '../text/content-hash.ts';
import type { StoredMessage } from '../store/messages.ts';
import type { NewMessage } from '../types.ts';
import { toChatMessage } from '../transcript/to-chat-message.ts';
import { countMessageTokens } from '../text/tokens.ts';
import { wordsOf } from '../text/words.ts';

/** Index words kept per message: enough for any prose; long tool output is cut. */
const maximumWordsPerMessage = 2_000;

/** Computes the columns that derive from a message's text. */
export function indexMessage(
  message: Pick<NewMessage, 'role' | 'type' | 'content' | 'toolCalls' | 'toolCallId'>,
  tokens = countMessageTokens(toChatMessage(message)),
): Pick<StoredMessage, 'contentHash' | 'tokens' | 'words'> {
  const texts = [message.content, ...message.toolCalls.map((call) => call.arguments)];
  return {
    contentHash: contentHash(message.content),
    tokens,
    words: wordsOf(texts.join('\n')).slice(0, maximumWordsPerMessage),
  };
}
