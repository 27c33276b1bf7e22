import { HamburgerMenuIcon, LightningBoltIcon, Pencil2Icon } from '@radix-ui/react-icons';
import { isUnsent } from '@devai/react';
import { useRef, useState, type ReactNode } from 'react';
import { Modal } from '../parts/modal.tsx';
import { useWide } from '../parts/use-wide.ts';
import { ChatMenu } from './chat-menu.tsx';
import { hasBegun, useChatContext } from './chat-provider.tsx';
import { Composer } from './composer.tsx';
import { SessionList } from './session-list.tsx';
import { TemporaryNote } from './temporary.tsx';
import { useDraft } from './use-draft.ts';
import { Transcript } from './transcript.tsx';

/** The list of sessions, and the conversation of the open one. */
export function ChatView(): ReactNode {
  const { newChat, problem, connection, session, turns, isTemporary, isGone } = useChatContext();
  const isMissing = isGone || (connection === 'refused' && problem?.code === 'not_found');
  const unsent = turns.filter(isUnsent).map(({ question }) => question?.content ?? '');
  const place = { session: session?.session ?? null, isNew: !hasBegun({ turns }), isKept: !isTemporary };
  const [text, setText] = useDraft(place, unsent.join('\n\n'));
  const isWide = useWide();
  const [isListed, setListed] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const focusField = (): void => field.current?.focus();
  const beginChat = (options?: { isTemporary: boolean }): void => {
    newChat(options);
    focusField();
  };
  const beginTemporary = (): void => beginChat({ isTemporary: true });
  const menu = session && !place.isNew && !isTemporary && (
    <ChatMenu session={session.session} onTemporary={beginTemporary} />
  );
  const begin = (
    <>
      <button type="button" onClick={() => beginChat()}>
        <Pencil2Icon /> New chat
      </button>
      <button
        type="button"
        className={isWide ? undefined : 'icon'}
        aria-label="Temporary chat"
        title="Nothing of it is kept"
        onClick={beginTemporary}
      >
        <LightningBoltIcon /> {isWide && 'Temporary chat'}
      </button>
    </>
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
        {isTemporary && <TemporaryNote />}
        {problem && !isMissing && (
          <p className="banner" role={connection === 'lost' ? 'status' : 'alert'}>
            {problem.message}
          </p>
        )}
        <Transcript
          onAnswered={focusField}
          onNew={newChat}
          onTemporary={beginTemporary}
          onBegun={focusField}
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
