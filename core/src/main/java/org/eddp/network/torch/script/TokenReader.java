package org.eddp.network.torch.script;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eddp.network.NetworkFailure;
import org.eddp.network.torch.script.Lexer.Kind;
import org.eddp.network.torch.script.Lexer.Token;

/** Goes through the tokens of a program, and counts how deep they nest. */
class TokenReader {
    private static final int DEEPEST = 200;

    private final String path;
    private final List<Token> tokens;
    private final Map<Integer, String> comments = new HashMap<>();
    private int at;
    private int depth;

    TokenReader(String path, String text) {
        this.path = path;
        tokens = Lexer.tokens(path, text, comments);
    }

    /** The file, for messages. */
    final String path() {
        return path;
    }

    /** The comment of a line, null if there is none. */
    final String comment(int line) {
        return comments.get(line);
    }

    /** The token behind the next one. */
    final Token following() {
        return tokens.get(at + 1);
    }

    /** The token before the one that was taken last. */
    final Token beforeLast() {
        return tokens.get(at - 2);
    }

    final Token peek() {
        return tokens.get(at);
    }

    final Token next() {
        Token token = tokens.get(at);
        at += token.kind() == Kind.END ? 0 : 1;
        return token;
    }

    final boolean taken(String sign) {
        boolean found = peek().is(sign);
        at += found ? 1 : 0;
        return found;
    }

    final boolean taken(Kind kind) {
        boolean found = peek().kind() == kind;
        at += found ? 1 : 0;
        return found;
    }

    final void expect(String sign) {
        if (!taken(sign)) {
            throw failure(peek(), "'" + sign + "' is expected in place of '" + peek().text() + "'");
        }
    }

    final void expect(Kind kind) {
        if (!taken(kind)) {
            throw failure(peek(), "'" + peek().text() + "' is not expected");
        }
    }

    final String name() {
        Token token = next();
        if (token.kind() != Kind.NAME) {
            throw failure(token, "a name is expected in place of '" + token.text() + "'");
        }
        return token.text();
    }

    final void deeper() {
        if (++depth > DEEPEST) {
            throw failure(peek(), "its program is nested more than " + DEEPEST + " deep");
        }
    }

    final NetworkFailure failure(Token token, String what) {
        return new NetworkFailure(path + " line " + token.line() + ": " + what);
    }

    final void shallower() {
        depth--;
    }
}
