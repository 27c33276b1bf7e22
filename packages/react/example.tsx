import { DevaiProvider, useChat, useProjectMemory } from '@devai/react';
import type { ReactNode } from 'react';

/** A chat, and beside it what is remembered, which a click forgets. */
export const Example = (): ReactNode => (
  <DevaiProvider url="http://127.0.0.1:3000">
    <Talk />
  </DevaiProvider>
);

function Talk(): ReactNode {
  const { turns, send } = useChat({ project: 'taskforge' });
  const { memories, forget } = useProjectMemory({ project: 'taskforge', filter: { category: 'decision' } });
  const texts = turns.flatMap(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')));
  return (
    <>
      <button onClick={() => send('What did we decide?')}>Ask</button>
      {texts.map((text, index) => (
        <p key={index}>{text}</p>
      ))}
      {memories.map(({ id, content }) => (
        <button key={id} onClick={() => forget.mutate({ id })}>
          {content}
        </button>
      ))}
    </>
  );
}
