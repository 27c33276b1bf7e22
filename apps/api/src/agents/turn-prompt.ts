import { inOneVoice, type Memory, type Recall } from '@devai/memory';
import type { SystemPrompt } from './context-profile.ts';
import type { TurnHost } from './run-turn.ts';

type Host = Pick<TurnHost, 'memory' | 'project' | 'conversation' | 'systemContext'>;

type Parts = {
  focus: string;
  recall: Recall;
  /** What the host has stored of the user's message. */
  saved: Awaited<ReturnType<Memory['rememberStated']>>['saved'];
};

/**
 * The system prompt for the steps of a turn: assembled once, and again when a memory was forgotten, so that no later step sends
 * its text. `recallAgain` repeats the turn's recall.
 */
export function createTurnPrompt(
  { memory, project, conversation, systemContext }: Host,
  parts: Parts,
  recallAgain: () => Promise<Recall>,
): () => Promise<SystemPrompt> {
  let forgettings = conversation.forgettings;
  let prompt = assemble(parts);

  return async () => {
    const before = forgettings;
    forgettings = conversation.forgettings;
    if (forgettings !== before) prompt = assemble(await leftOf(parts));
    return prompt;
  };

  async function leftOf({ focus, saved }: Parts): Promise<Parts> {
    const stored = await Promise.all(saved.map((one) => memory.memories.get(one.memory.id)));
    return { focus, recall: await recallAgain(), saved: saved.filter((_, index) => stored[index]) };
  }

  function assemble({ focus, recall, saved }: Parts): Promise<SystemPrompt> {
    return systemContext.assemble({
      project,
      focus,
      signals: recall.signals,
      memories: recall.block,
      saved: saved.map((one) => inOneVoice(one.memory)),
    });
  }
}
