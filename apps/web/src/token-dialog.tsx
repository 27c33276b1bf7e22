import type { ReactNode } from 'react';
import { FormModal } from './parts/form-modal.tsx';

type TokenDialogProps = { wasWrong: boolean; onEnter: (token: string) => void };

/** Asks for the server's token. */
export const TokenDialog = ({ wasWrong, onEnter }: TokenDialogProps): ReactNode => (
  <FormModal
    title="This server requires a token"
    description="It is one of your identity provider, or the value of DEVAI_API_TOKEN on the server, and is kept until you close this tab."
    submit="Enter"
    onSubmit={(text) => text('token') !== '' && onEnter(text('token'))}
  >
    <label>
      Token
      <input
        name="token"
        type="password"
        autoComplete="current-password"
        pattern="[\u0020-\u00FF]+"
        title="Latin letters, digits and signs: a request can send nothing else"
        required
        autoFocus
      />
    </label>
    {wasWrong && <p role="alert">The server does not accept this token.</p>}
  </FormModal>
);
