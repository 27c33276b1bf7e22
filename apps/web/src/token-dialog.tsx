import type { ReactNode } from 'react';
import { Modal } from './parts/modal.tsx';

type TokenDialogProps = { wasWrong: boolean; onEnter: (token: string) => void };

/** Asks for the server's token. */
export const TokenDialog = ({ wasWrong, onEnter }: TokenDialogProps): ReactNode => (
  <Modal
    title="This server wants a token"
    description="It is the value of DEVAI_API_TOKEN on the server, and is kept until you close this tab."
  >
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        const token = new FormData(event.currentTarget).get('token');
        if (typeof token === 'string' && token.trim() !== '') onEnter(token.trim());
      }}
    >
      <label>
        Token
        <input
          name="token"
          type="password"
          autoComplete="current-password"
          pattern="[\u0020-\u00FF]+"
          title="Latin letters, digits and signs, which a request can send"
          required
          autoFocus
        />
      </label>
      {wasWrong && <p role="alert">The server does not take that token.</p>}
      <div className="actions">
        <button type="submit" className="primary">
          Enter
        </button>
      </div>
    </form>
  </Modal>
);
