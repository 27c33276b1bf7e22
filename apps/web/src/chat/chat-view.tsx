import { HamburgerMenuIcon, Pencil2Icon } from '@radix-ui/react-icons';
import { isUnsent } from '@devai/react';
import { useRef, useState, type ReactNode } from 'react';
import { Modal } from '../parts/modal.tsx';
import { useWide } from '../parts/use-wide.ts';
import { ChatMenu } from './chat-menu.tsx';
import { hasBegun, useChatContext } from './chat-provider.tsx';
import { Composer } from './composer.tsx';
import { SessionList } from './session-list.tsx';
import { useDraft } from './use-draft.ts';
import { Transcript } from './transcript.tsx';

/** The list of sessions, and the conversation of the open one. */
export function ChatView(): ReactNode {
  const { newChat, problem, connection, session, turns } = useChatContext();
  const isMissing = connection === 'refused' && problem?.code === 'not_found';
  const unsent = turns.filter(isUnsent).map(({ question }) => question?.content ?? '');
  const place = { session: session?.session ?? null, isNew: !hasBegun({ turns }) };
  const [text, setText] = useDraft(place, unsent.join('\n\n'));
  const isWide = useWide();
  const [isListed, setListed] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const focusField = (): void => field.current?.focus();
  const menu = session && !place.isNew && <ChatMenu session={session.session} />;
  const begin = (
    <button
      type="button"
      onClick={() => {
        newChat();
        focusField();
      }}
    >
      <Pencil2Icon /> New chat
    </button>
  );
  return (
    <div className="columns chat">
      {isWide ? (
        <aside aria-label="Sessions">
          {begin}
          <SessionList />
        </aside>
      ) : (
        <div className="bar-of-buttons">
          <button type="button" onClick={() => setListed(true)}>
            <HamburgerMenuIcon /> Sessions
          </button>
          {begin}
          {menu}
        </div>
      )}
      {isListed && !isWide && (
        <Modal title="Sessions" onClose={() => setListed(false)}>
          <SessionList onChoose={() => setListed(false)} />
        </Modal>
      )}
      <section aria-label="Conversation" className="conversation">
        {isWide && menu}
        {problem && !isMissing && (
          <p className="banner" role={connection === 'lost' ? 'status' : 'alert'}>
            {problem.message}
          </p>
        )}
        <Transcript
          onAnswered={focusField}
          onNew={newChat}
          onStart={(start) => {
            setText(start);
            focusField();
          }}
          onEdit={(question) => {
            setText([question, field.current?.value ?? ''].filter((one) => one !== '').join('\n\n'));
            focusField();
          }}
        />
        {!isMissing && <Composer {...{ field, text, setText }} />}
      </section>
    </div>
  );
}
