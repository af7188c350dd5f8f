package io.sidetone.speech.voice;

/** The credit of the turns of one voice: each begins without any, whether its first clause or its first grant comes first. Lane only. */
public final class TurnCredits {
    private TurnCredit latest = TurnCredit.NONE;

    /** Returns the credit of {@code token}'s turn, which is new for a later turn; {@link TurnCredit#NONE} for an earlier one. */
    public TurnCredit of(long token) {
        if (token > latest.token) {
            latest = new TurnCredit(token);
        }
        return token == latest.token ? latest : TurnCredit.NONE;
    }

    /** Returns the credit of the latest turn. */
    public TurnCredit latest() {
        return latest;
    }
}
