import { useChatContext } from './chat-provider.tsx';
import { useState, type ReactNode } from 'react';

/** Characters of an answer that are read out; the rest is in the transcript. */
const longest = 2_000;

/** Has a screen reader read an answer out once, when its turn is over. */
export function WholeAnswer(): ReactNode {
  const { turns, busy } = useChatContext();
  const [heard, setHeard] = useState({ busy, text: '' });
  if (heard.busy !== busy) {
    const reply = turns
      .at(-1)
      ?.parts.findLast((part) => part.kind === 'text' || part.kind === 'note' || part.kind === 'handover');
    setHeard({ busy, text: busy || !reply ? '' : reply.text.slice(0, longest) });
  }
  return (
    <p className="unseen" role="status">
      {heard.text}
    </p>
  );
}
