import type { ContextWithTexts } from '../store/contexts.ts';
import type { Store } from '../store/store.ts';
import { assemble } from './assemble.ts';
import { contextSchema } from './context-hash.ts';
import { restore } from './restore.ts';

/** A section that differs from the stored one. */
export type ReplayDifference = { section: string; reason: string };

export type Replay = {
  id: string;
  /** The hash is the same: this is what the model saw. */
  same: boolean;
  hash: string;
  /** Null when the context could not be assembled. */
  replayedHash: string | null;
  differences: ReplayDifference[];
};

/** Assembles a stored context again from its stored inputs. Throws what the store throws. */
export async function replay(store: Pick<Store, 'listMessages'>, context: ContextWithTexts): Promise<Replay> {
  const { id, hash, body } = context;
  const restored = await restore(store, context);
  const again = restored.input && (await assemble(restored.input));
  const replayedHash = again?.hash ?? null;
  if (replayedHash === hash) return { id, same: true, hash, replayedHash, differences: [] };

  const differences: ReplayDifference[] = [];
  if (body.schema !== contextSchema) {
    differences.push({
      section: 'all',
      reason: `kept as version ${body.schema}; this software has version ${contextSchema}`,
    });
  }
  const lost = [...new Set(restored.missing)].toSorted();
  for (const missing of lost) {
    const count = restored.missing.filter((one) => one === missing).length;
    const what = missing === 'forgotten' ? 'hold something that was forgotten since' : 'were removed';
    differences.push({ section: 'texts', reason: `${count} of ${body.texts.length} texts ${what}` });
  }
  const now = new Map(again?.sections.map((section) => [section.type, section.hash]));
  for (const section of [...restored.sections, ...body.messages]) {
    if (section.tokens === 0 || now.get(section.type) === section.hash) continue;
    const isOfMessages = body.messages.some(({ type }) => type === section.type);
    const reason =
      isOfMessages && restored.forgotten.length > 0
        ? `something was forgotten since of message ${restored.forgotten.join(', ')}`
        : isOfMessages
          ? 'its messages are others now, or their texts were redacted since'
          : 'its text is another now: a secret in it was redacted since';
    differences.push({ section: section.type, reason });
  }
  return { id, same: false, hash, replayedHash, differences };
}
