import { DevaiProvider } from '@devai/react';
import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useState, type ReactNode } from 'react';
import { ToastProvider } from './parts/toasts.tsx';
import { router } from './router.tsx';
import { TokenDialog } from './token-dialog.tsx';

const tokenKey = 'devai-token';

/** The page. A token that the server wants is asked for once, and kept for the tab. */
export function App(): ReactNode {
  const [token, setToken] = useState(() => sessionStorage.getItem(tokenKey));
  const [refused, setRefused] = useState<string | null | false>(false);
  const onUnauthorized = useCallback(() => setRefused(token), [token]);
  const enter = (entered: string): void => {
    sessionStorage.setItem(tokenKey, entered);
    setRefused(false);
    setToken(entered);
  };
  return (
    <DevaiProvider token={token} onUnauthorized={onUnauthorized}>
      <ToastProvider>
        <RouterProvider router={router} />
        {refused !== false && refused === token && <TokenDialog wasWrong={token !== null} onEnter={enter} />}
      </ToastProvider>
    </DevaiProvider>
  );
}
