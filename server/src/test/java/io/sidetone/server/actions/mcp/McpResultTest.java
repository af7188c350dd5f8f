package io.sidetone.server.actions.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.action.ActionResult;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All that a tool returned for the model reaches it. */
class McpResultTest {
    private static ActionResult of(String result) throws IOException {
        return McpResult.of("a", Rpc.parse(result.replace('\'', '"')), 200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
        {'content':[{'type':'text','text':'nine'}]} | {text=nine}
        {'content':[{'type':'text','text':'nine'},{'type':'text','text':'ten'}]} | {text=nine\\nten}
        {'content':[],'structuredContent':{'free':[9,10]}} | {free=[9, 10]}
        {'content':[{'type':'text','text':'Ask for ten.'}],'structuredContent':{'free':[9,10]}} | {free=[9, 10], text=Ask for ten.}
        {'content':[{'type':'text','text':'Ask.'}],'structuredContent':{'text':'x'}} | {text=x, content=Ask.}
        {'content':[],'structuredContent':[1,2]} | {structuredContent=[1, 2]}
        {'structuredContent':7} | {structuredContent=7}
        {'content':[]} | {text=}
        {'content':[{'type':'text','text':'for eyes','annotations':{'audience':['user']}},{'type':'text','text':'nine','annotations':{'audience':['user','assistant']}}]} | {text=nine}
        """)
    void shouldPassOnTextsAndStructuredContent(String result, String values) throws IOException {
        ActionResult seen = of(result);
        assertThat(seen.success()).isTrue();
        assertThat(seen.values()).hasToString(values.replace("\\n", "\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
        {'isError':true,'content':[{'type':'text','text':'busy'}]} | {message=busy}
        {'isError':true,'content':[],'structuredContent':{'code':'LIMIT','error':'x'}} | {structuredContent={code=LIMIT, error=x}}
        {'isError':true,'content':[{'type':'text','text':'busy'}],'structuredContent':{'code':'LIMIT'}} | {structuredContent={code=LIMIT}, message=busy}
        {'isError':true} | {message=the tool failed and gave no reason}
        """)
    void shouldPassThemOnOfAnErrorToo(String result, String values) throws IOException {
        ActionResult seen = of(result);
        assertThat(seen.success()).isFalse();
        assertThat(seen.code()).isEqualTo(ActionResult.FAILED);
        assertThat(seen.values()).hasToString(values);
    }

    @Test
    void shouldNotPassOnTwiceWhatIsTextAndStructuredContent() throws IOException {
        String twice = "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"free\\\": [9, 10]}\"}],"
                + "\"structuredContent\":{\"free\":[9,10]}";
        assertThat(McpResult.of("a", Rpc.parse(twice + "}"), 200).values()).hasToString("{free=[9, 10]}");
        assertThat(McpResult.of("a", Rpc.parse(twice + ",\"isError\":true}"), 200)
                        .values())
                .hasToString("{structuredContent={free=[9, 10]}}");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCutWhatIsTooLargeAndNotDropIt(boolean error) throws IOException {
        ActionResult seen = of("{'isError':" + error
                + ",'content':[{'type':'text','text':'busy'}],'structuredContent':{'code':'LIMIT','list':'"
                + "x".repeat(300) + "'}}");
        assertThat(seen.values().toString()).contains("busy", "LIMIT", "[cut: 200 of ");
    }
}
