import type { Memory } from '@devai/react';
import { useState, type ReactNode } from 'react';
import { Modal } from '../parts/modal.tsx';

type ForgetDialogProps = {
  memory: Memory;
  isPending: boolean;
  onForget: (messages: boolean) => void;
  onClose: () => void;
};

/** Says what will be erased, and asks. */
export function ForgetDialog({ memory, isPending, onForget, onClose }: ForgetDialogProps): ReactNode {
  const [withMessages, setWithMessages] = useState(false);
  const messages = memory.evidence.reduce((sum, one) => sum + one.messages.length, 0);
  return (
    <Modal
      title="Forget this for good?"
      description="This cannot be undone. Erased are its text, its vector, its evidence, the texts of its history, and what stored contexts and waiting jobs hold of it. That something was forgotten stays, without a text."
      onClose={onClose}
    >
      <p className="statement" dir="auto">
        {memory.content}
      </p>
      <label className="check">
        <input
          type="checkbox"
          checked={withMessages}
          onChange={({ target }) => setWithMessages(target.checked)}
        />
        {messages === 0
          ? 'also the messages that it was taken from'
          : `also the ${messages} ${messages === 1 ? 'message' : 'messages'} that it was taken from`}
      </label>
      <p className="hint">A fact that changed is better edited: its history stays.</p>
      <div className="actions">
        <button type="button" className="danger" disabled={isPending} onClick={() => onForget(withMessages)}>
          {isPending ? 'Forgetting …' : 'Forget'}
        </button>
        <button type="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Modal>
  );
}
