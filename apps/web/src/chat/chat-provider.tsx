import { isUnsent, useChat, type Chat } from '@devai/react';
import { useMatch, useNavigate, useRouter } from '@tanstack/react-router';
import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { useProject } from '../project.tsx';

const ChatContext = createContext<Chat | null>(null);

/** The chat of the page; throws outside of a `ChatProvider`. */
export function useChatContext(): Chat {
  const chat = use(ChatContext);
  if (chat === null) throw new Error('there is no chat');
  return chat;
}

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
 * wins.
 */
export function ChatProvider({ isNew, children }: ChatProviderProps): ReactNode {
  const shown = useMatch({ from: '/chat/{-$session}', shouldThrow: false });
  const isShown = shown !== undefined;
  const wanted = shown?.params.session;
  const chat = useChat({ session: isNew ? undefined : wanted, project: useProject(), client: 'page' });
  const navigate = useNavigate();
  const { history } = useRouter();
  const current = chat.session?.session;
  const isBegun = hasBegun(chat);
  const followed = useRef(wanted);

  const { open } = chat;
  useEffect(() => {
    const isNewAddress = wanted !== followed.current;
    followed.current = wanted;
    if (wanted !== undefined && isNewAddress) void open(wanted);
    // the chat is still shown while another view, which was chosen since, loads
    else if (isShown && isOfChat(history.location.pathname) && current !== undefined && current !== wanted) {
      const params = { session: isBegun ? current : undefined };
      if (isBegun || wanted !== undefined)
        void navigate({ to: '/chat/{-$session}', params, replace: wanted === undefined });
    }
    // `open` and `navigate` are other functions after each render and do the same
    // eslint-disable-next-line
  }, [wanted, current, isShown, isBegun]);

  return <ChatContext value={chat}>{children}</ChatContext>;
}
