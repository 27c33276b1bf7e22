import { isUnsent, useChat, type Chat } from '@devai/react';
import { useMatch, useNavigate, useRouter } from '@tanstack/react-router';
import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { useProject } from '../project.tsx';

/** `isGone`: the address names a temporary chat, of which nothing was kept. */
type PageChat = Chat & { isGone: boolean };

const ChatContext = createContext<PageChat | null>(null);

/** The chat of the page; throws outside of a `ChatProvider`. */
export function useChatContext(): PageChat {
  const chat = use(ChatContext);
  if (chat === null) throw new Error('there is no chat');
  return chat;
}

/** In the address in place of a session. */
const temporary = 'temporary';

const isOfChat = (path: string): boolean => path === '/chat' || path.startsWith('/chat/');

type ChatProviderProps = {
  /** Begin a new session, whatever the address names: another project was chosen. */
  isNew: boolean;
  children: ReactNode;
};

/** Whether the server has a message of the session, which it does not store before. */
export const hasBegun = ({ turns }: Pick<Chat, 'turns'>): boolean => turns.some((turn) => !isUnsent(turn));

/**
 * The page's chat. The address names its session from the first message on: whoever changes one changes the other, and the address
 * wins. That of a temporary chat says only that it is one.
 */
export function ChatProvider({ isNew, children }: ChatProviderProps): ReactNode {
  const shown = useMatch({ from: '/chat/{-$session}', shouldThrow: false });
  const isShown = shown !== undefined;
  const wanted = shown?.params.session;
  const session = isNew || wanted === temporary ? undefined : wanted;
  const chat = useChat({ session, project: useProject(), client: 'page' });
  const navigate = useNavigate();
  const { history } = useRouter();
  const current = chat.isTemporary ? temporary : chat.session?.session;
  const isBegun = chat.isTemporary || hasBegun(chat);
  const isGone = wanted === temporary && !chat.isTemporary;
  const followed = useRef(wanted);

  const { open } = chat;
  useEffect(() => {
    const isNewAddress = wanted !== followed.current;
    followed.current = wanted;
    if (isGone) return;
    if (wanted !== undefined && isNewAddress && wanted !== temporary) void open(wanted);
    // the chat is still shown while another view, which was chosen since, loads
    else if (isShown && isOfChat(history.location.pathname) && current !== undefined && current !== wanted) {
      const params = { session: isBegun ? current : undefined };
      if (isBegun || wanted !== undefined)
        void navigate({ to: '/chat/{-$session}', params, replace: wanted === undefined });
    }
    // `open` and `navigate` are other functions after each render and do the same
    // eslint-disable-next-line
  }, [wanted, current, isShown, isBegun]);

  const newChat: Chat['newChat'] = (options) => {
    chat.newChat(options);
    // an address that says `temporary` would say that it is gone
    if (isShown && wanted === temporary && options?.isTemporary !== true)
      void navigate({ to: '/chat/{-$session}', params: { session: undefined } });
  };
  return <ChatContext value={{ ...chat, newChat, isGone }}>{children}</ChatContext>;
}
