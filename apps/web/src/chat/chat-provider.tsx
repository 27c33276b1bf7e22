import { useChat, type Chat } from '@devai/react';
import { useMatchRoute, useNavigate, useParams } from '@tanstack/react-router';
import { createContext, use, useEffect, type ReactNode } from 'react';
import { useProject } from '../project.tsx';

const ChatContext = createContext<Chat | null>(null);

/** The chat of the page; throws outside of a `ChatProvider`. */
export function useChatContext(): Chat {
  const chat = use(ChatContext);
  if (chat === null) throw new Error('there is no chat');
  return chat;
}

/** The page's chat. The address names its session: whoever changes one changes the other. */
export function ChatProvider({ children }: { children: ReactNode }): ReactNode {
  const { session: wanted } = useParams({ strict: false });
  const chat = useChat({ session: wanted, project: useProject() });
  const isShown = useMatchRoute()({ to: '/chat/{-$session}' }) !== false;
  const navigate = useNavigate();
  const current = chat.session?.session;

  const { open } = chat;
  useEffect(() => {
    if (wanted !== undefined && current !== undefined && wanted !== current) void open(wanted);
    // only when the address changes: the chat changes it, too
    // eslint-disable-next-line
  }, [wanted]);
  useEffect(() => {
    if (!isShown || current === undefined) return;
    void navigate({ to: '/chat/{-$session}', params: { session: current }, replace: wanted === undefined });
  }, [current, isShown]);

  return <ChatContext value={chat}>{children}</ChatContext>;
}
