import { MemoryError } from '../errors.ts';
import { longestContent } from '../fields/memory-fields.ts';
import { isOnlySecret, onlySecretReason } from '../redaction/only-secret.ts';
import { redact } from '../redaction/redact.ts';

const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns the text of a memory as it is stored: redacted, without white space around it. Throws `invalid_input`. */
export async function readContent(given: string): Promise<string> {
  const content = (await redact(given)).trim();
  if (!visible.test(content)) {
    throw new MemoryError('invalid_input', 'content: needs a text that can be seen');
  }
  if (content.length > longestContent) {
    throw new MemoryError('invalid_input', `content: needs 1 to 2,000 characters, has ${content.length}`);
  }
  if (isOnlySecret(content)) {
    throw new MemoryError('invalid_input', `content: ${onlySecretReason}, and secrets are not stored`);
  }
  return content;
}
