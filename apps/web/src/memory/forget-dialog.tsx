import type { Memory } from '@devai/react';
import { useState, type ReactNode } from 'react';
import { EraseModal } from '../parts/erase-modal.tsx';
import { count } from '../parts/figures.ts';
import { visible } from '../parts/visible.ts';

type ForgetDialogProps = {
  memory: Memory;
  isPending: boolean;
  onForget: (messages: boolean) => void;
  onClose: () => void;
};

/** Says what forgetting erases, and asks for confirmation. */
export function ForgetDialog({ memory, isPending, onForget, onClose }: ForgetDialogProps): ReactNode {
  const [withMessages, setWithMessages] = useState(false);
  const messages = new Set(
    memory.evidence.flatMap((one) => one.messages.map((number) => `${one.sessionId} ${number}`)),
  ).size;
  return (
    <EraseModal
      title="Forget this for good?"
      description="This cannot be undone. It erases this memory and every other one with the same text that its project reads (in all projects, if it is about you), with their vectors, evidence, relations and history. Stored contexts, waiting jobs, the names of sessions and what agents share lose the text, too. Past messages keep it, but no model sees it there. Only a note that something was forgotten stays."
      {...{ verb: 'Forget', erasing: 'Forgetting …', isPending, onClose }}
      onErase={() => onForget(withMessages)}
    >
      <p className="statement" dir="auto">
        {visible(memory.content)}
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={withMessages}
          onChange={({ target }) => setWithMessages(target.checked)}
        />
        {messages === 0
          ? 'also the messages that it was taken from'
          : `also the ${count(messages, 'message')} that it was taken from`}
      </label>
      <p className="hint">A fact that changed is better edited: its history stays.</p>
    </EraseModal>
  );
}

type Forgotten = { erasedMessages: number; keptMessages: number };

/** What forgetting erased, and what still holds it. */
export function describeForgotten({ erasedMessages, keptMessages }: Forgotten): string {
  const erased = erasedMessages > 0 ? `, with ${count(erasedMessages, 'message')}` : '';
  const kept =
    keptMessages > 0
      ? ` ${count(keptMessages, 'message')} still ${keptMessages === 1 ? 'holds' : 'hold'} it; no model sees it there.`
      : '';
  return `Forgotten${erased}.${kept}`;
}
