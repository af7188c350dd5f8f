package io.sidetone.transport.rtp.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of ITU-T G.107, and of its equations worked out apart from this code. */
class EModelTest {
    @Test
    void shouldGiveTheDefaultOfTheRecommendationWhenNothingIsImpaired() {
        double rating = EModel.rating(0, CodecImpairment.G711, 0, 1);
        assertThat(rating).isEqualTo(EModel.DEFAULT_RATING, within(0.05));
        assertThat(EModel.opinion(rating)).isEqualTo(4.41, within(0.005));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, 89.57, 4.33",
        "0, 5, 1, 77.43, 3.92",
        "0, 5, 2, 76.00, 3.86",
        "0, 20, 1, 51.08, 2.63",
        "60, 0, 1, 91.52, 4.37",
        "150, 0, 1, 89.54, 4.33",
        "200, 0, 1, 85.80, 4.22",
        "300, 0, 1, 72.67, 3.72",
        "400, 0, 1, 62.25, 3.22"
    })
    void shouldFollowTheEquationsWhenSoundIsLostOrLate(
            double oneWayMs, double loss, double burst, double rating, double opinion) {
        double found = EModel.rating(oneWayMs, CodecImpairment.G711, loss, burst);
        assertThat(found).isEqualTo(rating, within(0.01));
        assertThat(EModel.opinion(found)).isEqualTo(opinion, within(0.01));
    }

    @Test
    void shouldStayInTheScaleWhenNothingArrives() {
        double rating = EModel.rating(100_000, CodecImpairment.of(null), 100, 50);
        assertThat(rating).isZero();
        assertThat(EModel.opinion(rating)).isEqualTo(1);
        assertThat(EModel.opinion(3)).as("where the polynomial dips below 1").isEqualTo(1);
        assertThat(EModel.opinion(120)).isEqualTo(4.5);
    }
}
