import { askedNoModel, mostContexts, spentOn, useContexts, useServer } from '@devai/react';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { useChatContext } from './chat/chat-provider.tsx';
import { figure } from './parts/figures.ts';
import { useConnectModel } from './model/connect-model.tsx';

/** Without the checks of a validation, which help nobody here. */
const plain = (note: string): string => note.replace(/:?\s*✖[\s\S]*$/, ': an answer had an unexpected form');

/** What the models of this chat read and wrote, and what it cost. */
function ChatCost({ session }: { session: string }): ReactNode {
  const { data: contexts = [] } = useContexts({ session });
  const asked = contexts.filter((one) => !askedNoModel(one));
  const { read, written, cost } = spentOn(asked);
  if (asked.length === 0) return null;
  return (
    <>
      <dt>This chat</dt>
      <dd>
        {contexts.length >= mostContexts && 'at least '}
        {figure(read)} tokens read, {figure(written)} written{cost !== null && `, $${cost.toFixed(4)}`}
      </dd>
    </>
  );
}

/** Shows the server's state in a word, and details in a popover. */
export function ServerState(): ReactNode {
  const { data: server, isError } = useServer();
  const { connection, session } = useChatContext();
  const connect = useConnectModel();
  const notes = [...new Set([...(server?.degraded ?? []), ...(session?.degraded ?? [])])];
  const state =
    connection === 'lost' || isError
      ? 'disconnected'
      : server === undefined
        ? 'connecting'
        : notes.length > 0
          ? 'with limits'
          : server.offline
            ? 'offline model'
            : 'ready';
  const model = state === 'ready' ? server?.models[0] : undefined;
  return (
    <Popover.Root>
      <Popover.Trigger
        className={`state ${state.replace(' ', '-')}`}
        aria-label={model === undefined ? undefined : `ready: ${model}`}
      >
        <span>{model ?? state}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="popover" align="end" aria-label="The server">
          {server ? (
            <dl>
              <dt>Models</dt>
              <dd>
                {server.offline ? 'none: replies show what is remembered' : server.models.join(', ')}
                {connect && (
                  <Popover.Close className="link" onClick={connect}>
                    {server.offline ? 'Connect a model' : 'Change'}
                  </Popover.Close>
                )}
              </dd>
              {session && <ChatCost session={session.session} />}
              <dt>Store</dt>
              <dd>
                {server.store.kind}
                {server.store.reachable ? '' : ', not reachable'}; vectors by {server.store.embedder}
              </dd>
              <dt>Background work</dt>
              <dd>
                {server.jobs === null ? 'unknown' : `${server.jobs.open} open, ${server.jobs.dead} given up`}
              </dd>
            </dl>
          ) : (
            <p>The server does not answer.</p>
          )}
          {notes.length > 0 && (
            <ul>
              {notes.map((note) => (
                <li key={note}>{plain(note)}</li>
              ))}
            </ul>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
